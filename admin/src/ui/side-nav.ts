// Side navigation with icons and groups.
import styles from './side-nav.module.css';

/** Class name of a link. */
export const sideLinkClass: string = styles.link ?? '';

/** Class name of the heading of a group. */
export const sideHeadingClass: string = styles.heading ?? '';
