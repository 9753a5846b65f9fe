import { Button } from '../ui/Button.tsx';
import { useNear } from './useNear.ts';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** The end of a list that goes on: the next page comes when it is near, or by a press. */
export function More({ list, label }: { list: Pages; label: string }) {
  const near = useNear(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  });
  return (
    <>
      <div ref={near} />
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {label}
        </Button>
      ) : null}
    </>
  );
}
