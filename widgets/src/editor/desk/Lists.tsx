import ui from '../ui/ui.module.css';
import styles from './desk.module.css';

type Props<View extends string> = {
  /** What the lists are of, for who hears the page. */
  label: string;
  /** Whether it is drawn as well. */
  showsLabel?: boolean;
  views: readonly View[];
  shown: View;
  /** The words of a list, with how much it has. */
  name: (view: View) => string;
  onChoose: (view: View) => void;
};

/** The lists of a panel, of which one is shown. */
export function Lists<View extends string>({ label, showsLabel, views, shown, name, onChoose }: Props<View>) {
  return (
    <fieldset className={`${styles.lists} ${styles.strip}`} data-scrolls="">
      <legend className={showsLabel ? ui.help : ui.hidden}>{label}</legend>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          className={styles.chip}
          aria-pressed={view === shown}
          onClick={() => onChoose(view)}
        >
          {name(view)}
        </button>
      ))}
    </fieldset>
  );
}
