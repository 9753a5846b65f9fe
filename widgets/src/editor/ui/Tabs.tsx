import { type ReactNode, useState } from 'react';
import { Tabs as Plain, Tab, TabList, TabPanel } from 'react-aria-components';
import styles from './ui.module.css';

type Props = {
  label: string;
  tabs: readonly { id: string; label: string; body: ReactNode }[];
  /** Chosen from outside, as when something is clicked on the page. */
  selected?: string;
};

export function Tabs({ label, tabs, selected }: Props) {
  const [chosen, setChosen] = useState(selected ?? tabs[0]?.id ?? '');
  // Another tab that is asked for from outside is shown once; after that it is the owner’s choice.
  const [lastSelected, setLastSelected] = useState(selected);
  if (selected !== lastSelected) {
    setLastSelected(selected);
    if (selected) setChosen(selected);
  }
  const shown = tabs.some(({ id }) => id === chosen) ? chosen : (tabs[0]?.id ?? '');
  return (
    <Plain selectedKey={shown} onSelectionChange={(key) => setChosen(String(key))}>
      <TabList aria-label={label} className={styles.tabs ?? ''}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab ?? ''}>
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
