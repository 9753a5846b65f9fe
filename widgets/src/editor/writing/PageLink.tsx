import { hrefOf, linkOf } from '../core/link.ts';
import { LinkDialog } from '../link/LinkEditor.tsx';
import { tellFrame } from '../panel/frameLink.ts';

type Props = { href: string; onClose: () => void };

/** Where words on the page shall lead: the window that fields have as well. */
export function PageLink({ href, onClose }: Props) {
  return (
    <LinkDialog
      link={linkOf(href)}
      onRemove={href === '' ? undefined : () => tellFrame({ type: 'linked', href: '' })}
      onSave={(link) => tellFrame({ type: 'linked', href: hrefOf(link) })}
      onClose={() => {
        // After what was chosen; the selection in the page stays for either.
        tellFrame({ type: 'linked', href: null });
        onClose();
      }}
    />
  );
}
