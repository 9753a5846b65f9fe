import { Extension } from '@tiptap/core';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    align: { setAlignment: (alignment: Alignment) => ReturnType };
  }
}
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
const TYPES = ['paragraph', 'heading'];

/** How a paragraph or heading stands: `style="text-align: center"`, nothing for the left. */
export const Align = Extension.create({
  name: 'align',
  addGlobalAttributes() {
    return [
      {
        types: TYPES,
        attributes: {
          alignment: {
            default: null,
            parseHTML: (element) =>
              ALIGNMENTS.find((name) => name === element.style.textAlign && name !== 'left') ?? null,
            renderHTML: ({ alignment }) => (alignment ? { style: `text-align: ${alignment as string}` } : {}),
          },
        },
      },
    ];
  },
  addCommands() {
    return {
      setAlignment:
        (alignment) =>
        ({ commands }) =>
          TYPES.map((type) =>
            commands.updateAttributes(type, { alignment: alignment === 'left' ? null : alignment }),
          ).some(Boolean),
    };
  },
});
