// What dims the screen behind a dialog.
import styles from './shade.module.css';

/** Its class name. */
export const shadeClass: string = styles.shade ?? '';
