// Backdrop of dialogs.
import styles from './shade.module.css';

export const shadeClass: string = styles.shade ?? '';
