import { useQuery } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { AccountForm } from './AccountForm.tsx';
import { Closing } from './Closing.tsx';
import { Exports } from './Exports.tsx';
import { a } from './text.ts';

type Known = components['schemas']['Accounting'];

/** Accounting: a day as the provider pays it out, exports for other programs, and the account numbers in them. */
export function Accounting() {
  const known = useQuery({ queryKey: ['accounting'], queryFn: () => call<Known>('GET', '/api/commerce/accounting') });
  return (
    <section aria-label={a('title')} className={ui.stack}>
      <Closing />
      {known.isPending ? <Loading /> : null}
      {known.isError ? <CannotLoad retry={() => void known.refetch()} /> : null}
      {known.data ? (
        <>
          <Exports currencies={known.data.currencies} />
          <AccountForm known={known.data} />
        </>
      ) : null}
    </section>
  );
}
