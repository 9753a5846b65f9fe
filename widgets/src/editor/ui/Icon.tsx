/** The pictures of the editor's buttons, drawn with one pen. */
const PATHS = {
  home: 'M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6',
  inbox: 'M4 5h16v14H4zM4 14h5l1 2h4l1-2h5',
  pages: 'M6 3h8l4 4v14H6zM14 3v4h4',
  design:
    'M12 3a9 9 0 1 0 0 18c2 0 2-1.5 1.2-2.6-.8-1.2 0-2.4 1.3-2.4H17a4 4 0 0 0 4-4c0-5-4-9-9-9zM7.5 12h.01M9.5 7.5h.01M14.5 7.5h.01',
  forms: 'M4 5h16v4H4zM4 13h16M4 18h10',
  files: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  commerce: 'M5 8h14l-1 12H6zM9 8a3 3 0 0 1 6 0',
  restock: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  code: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 5l-3 14',
  marketing: 'M4 6h16v12H4zM4 7l8 6 8-6',
  analytics: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  comments: 'M4 5h16v11H9l-5 4z',
  scheduling: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  permissions: 'M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.8-4 3.5-6 7-6s6.2 2 7 6',
  domains: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18',
  email: 'M4 6h16v12H4zM4 7l8 6 8-6',
  billing: 'M3 6h18v12H3zM3 10h18',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M8 15v4',
  desktop: 'M3 4h18v12H3zM9 20h6M12 16v4',
  tablet: 'M6 3h12v18H6zM11 18h2',
  phone: 'M8 3h8v18H8zM11 18h2',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  add: 'M12 5v14M5 12h14',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  drag: 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  folder: 'M3 6h7l2 2h9v11H3z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  eye: 'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4 4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  alignStart: 'M4 6h16M4 11h10M4 16h16M4 21h10',
  alignCenter: 'M4 6h16M7 11h10M4 16h16M7 21h10',
  alignEnd: 'M4 6h16M10 11h10M4 16h16M10 21h10',
  bullets: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5h1v3M4 11h2l-2 3h2M4 17h2v3H4',
  quote: 'M5 7h5v6c0 2-1 3-3 4M14 7h5v6c0 2-1 3-3 4',
  clear: 'M6 5h12M12 5l-2 8M9 19h4M5 4l14 16',
  pointer: 'M5 4l14 7-6 2-2 6z',
  check: 'M5 12l5 5 9-10',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.5c-.7.3-1 .8-1 1.5M12 17h.01',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
