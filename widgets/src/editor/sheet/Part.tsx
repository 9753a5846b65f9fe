import type { HTMLAttributes } from 'react';

type Props = HTMLAttributes<HTMLDivElement> & {
  is: 'grid' | 'treegrid' | 'row' | 'rowgroup' | 'columnheader' | 'rowheader' | 'gridcell';
};

/**
 * A part of a grid by its role. It is no `table`: of that rows cannot be missing, or stand over one another, and only the
 * cell that has the focus is reached by the keyboard.
 */
export const Part = ({ is, ...rest }: Props) => <div {...rest} role={is} />;
