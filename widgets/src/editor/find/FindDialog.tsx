import { useEffect, useState } from 'react';
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components';
import { $narrow } from '../panel/view.ts';
import { $route, addressOf, go } from '../state/route.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './find.module.css';
import { f } from './text.ts';
import { type Found, useFound } from './useFound.ts';

/** How long typing rests before the servers are asked, in milliseconds. */
const REST = 150;

/** A window in which anything is found by its name, and opened: places of the editor, pages, their content, and orders. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), REST);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useFound(text);
  const all = found.groups.flatMap(({ targets }) => targets);
  const open = (key: string) => {
    const target = all.find(({ id }) => id === key);
    if (!target) return;
    onClose();
    $narrow.set('panel');
    const isHere = addressOf($route.get()) === addressOf({ path: target.path, params: target.params ?? {} });
    if (!isHere) return go(target.path, target.params);
    // Somebody may have turned to another tab since: the place is left and asked for again.
    go(target.path, { again: '' });
    requestAnimationFrame(() => go(target.path, target.params));
  };
  return (
    <Dialog title={f('title')} isOpen onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={f('label')} autoFocus className={ui.field ?? ''}>
          <Input className={ui.input ?? ''} placeholder={f('label')} />
        </SearchField>
        <Menu aria-label={f('title')} className={styles.found ?? ''} onAction={(key) => open(String(key))}>
          {found.groups.map(({ id, title, targets }) => (
            <MenuSection key={id} id={`group:${id}`}>
              <Header className={styles.group}>{title}</Header>
              {targets.map((target) => (
                <MenuItem key={target.id} id={target.id} textValue={target.label} className={styles.target ?? ''}>
                  <span>{target.label}</span>
                  <span className={ui.help}>{target.hint}</span>
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
      {found.hasFailed ? <Problem text={f('failed')} /> : null}
      <p role="status" className={ui.help}>
        {said(found, text, all.length)}
      </p>
    </Dialog>
  );
}

const said = ({ isAsking }: Found, text: string, count: number): string => {
  if (isAsking) return f('searching');
  return count === 0 ? f('none', { text: text.trim() }) : f('count', { n: count });
};
