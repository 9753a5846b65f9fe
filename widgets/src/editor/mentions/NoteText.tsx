import type { components } from '../../contract/schema.gen.ts';

type Part = components['schemas']['NotePart'];

/** What a note says, with whom it names set apart. */
export function NoteText({ text, parts }: { text: string; parts?: readonly Part[] | undefined }) {
  if (!parts?.length) return text;
  return parts.map(({ text: words, isMention, isYou }, place) => {
    // Parts never move: their place is what they are.
    const key = `${place}`;
    if (isYou) return <mark key={key}>{words}</mark>;
    return isMention ? <strong key={key}>{words}</strong> : <span key={key}>{words}</span>;
  });
}
