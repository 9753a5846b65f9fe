import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { Badge } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import type { Row } from './message.ts';
import { k } from './text.ts';

type Props = { row: Row; isAt: boolean; onFocus: () => void; onOpen: () => void };

/** A message as the list has it: who, about what, how it begins, and what is to be done. */
export function MessageRow({ row, isAt, onFocus, onOpen }: Props) {
  const name = row.from || row.excerpt || k(`kind.${row.kind}`);
  const about = row.aboutName || row.about;
  const says = row.kind === 'restock' ? k('waits', { product: about }) : row.excerpt;
  return (
    <button type="button" className={desk.row} aria-current={isAt} onFocus={onFocus} onClick={onOpen}>
      <span className={desk.who}>
        {row.isRead ? name : <strong>{name}</strong>}
        <br />
        <span className={ui.help}>
          {[k(`kind.${row.kind}`), about, when(row.createdOn)].filter(Boolean).join(' · ')}
        </span>
        {says && says !== name ? (
          <>
            <br />
            <span>{says}</span>
          </>
        ) : null}
      </span>
      {row.isRead ? null : <Badge>{k('unread')}</Badge>}
      {row.status === 'PENDING' ? <Badge>{k('status.PENDING')}</Badge> : null}
      {row.assignee ? <Badge>{row.assignee}</Badge> : null}
    </button>
  );
}
