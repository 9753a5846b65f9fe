import { type ReactNode, useRef, useState } from 'react';
import { Tabs as Plain, Tab, TabList, TabPanel } from 'react-aria-components';
import styles from './ui.module.css';
import { useInView } from './useInView.ts';
import { useIsWide } from './useIsWide.ts';

type Props = {
  label: string;
  tabs: readonly {
    id: string;
    label: string;
    body: ReactNode;
    /** Begins another group: a little apart from the tabs before it. */
    isApart?: boolean;
    /** It is pointed at, and will most likely be opened: time to ask for what it shows. */
    onPointedAt?: () => void;
  }[];
  /** Chosen from outside, as when something is clicked on the page. */
  selected?: string;
  /** Many tabs: they stand beside what they show where there is room. */
  isMany?: boolean;
};

export function Tabs({ label, tabs, selected, isMany }: Props) {
  const isBeside = useIsWide() && isMany === true;
  const [chosen, setChosen] = useState(selected ?? tabs[0]?.id ?? '');
  // Another tab that is asked for from outside is shown once; after that it is the owner’s choice.
  const [lastSelected, setLastSelected] = useState(selected);
  if (selected !== lastSelected) {
    setLastSelected(selected);
    if (selected) setChosen(selected);
  }
  const shown = tabs.some(({ id }) => id === chosen) ? chosen : (tabs[0]?.id ?? '');
  const list = useRef<HTMLDivElement>(null);
  useInView(list, shown);
  return (
    <Plain
      selectedKey={shown}
      onSelectionChange={(key) => setChosen(String(key))}
      orientation={isBeside ? 'vertical' : 'horizontal'}
      className={[styles.tabsRoot, isBeside && styles.beside].filter(Boolean).join(' ')}
    >
      <TabList ref={list} aria-label={label} className={styles.tabs ?? ''}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className={styles.tab ?? ''}
            data-apart={tab.isApart ? '' : undefined}
            {...(tab.onPointedAt && tab.id !== shown ? { onHoverStart: tab.onPointedAt } : {})}
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.tabPanel ?? ''}>
          <div className={styles.stack}>{tab.body}</div>
        </TabPanel>
      ))}
    </Plain>
  );
}
