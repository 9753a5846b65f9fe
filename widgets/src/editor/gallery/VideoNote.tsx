import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallFailed } from '../client/ask.ts';
import { getVideo } from '../client/editor.ts';
import { Calm, Problem } from '../ui/states.tsx';

/** So long nobody has typed before the host of a film is asked. Milliseconds. */
const QUIET_MS = 600;

/** What the host of a film says of it: its title, or that it cannot be shown. */
export function VideoNote({ url }: { url: string }) {
  const [settled, setSettled] = useState(url);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url), QUIET_MS);
    return () => clearTimeout(timer);
  }, [url]);
  const video = useQuery({
    queryKey: ['video', settled],
    enabled: /^https?:\/\/[^\s/]+\/./.test(settled),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => getVideo(settled),
  });
  const failure = video.error instanceof CallFailed ? video.error.failure : undefined;
  if (failure?.kind === 'http' && failure.status === 422) return <Problem text={failure.message ?? ''} />;
  // A host that nobody knows, or that does not answer, keeps nobody from naming a film of theirs.
  return video.data?.title ? <Calm>{video.data.title}</Calm> : null;
}
