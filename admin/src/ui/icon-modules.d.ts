// Types of single icons: importing them one by one keeps the other 6,000 out of the build.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ComponentType } from 'react';

  const icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>;
  export default icon;
}
