/** Web storage that is allowed to fail: private windows, full disks and blocked cookies must not stop a page. */
export type Store = {
  read(key: string): string | null;
  /** Answers whether it was kept. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
};

function store(name: 'localStorage' | 'sessionStorage', label: string): Store {
  const attempt = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      return act(window[name]);
    } catch {
      console.warn(`Unable to access ${label} storage`);
      return otherwise;
    }
  };
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    write: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}

export const local = store('localStorage', 'local');
export const session = store('sessionStorage', 'session');
