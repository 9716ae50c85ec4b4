// Types of single icon modules: separate imports exclude the other 6,000 icons from the build.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ComponentType } from 'react';

  const icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>;
  export default icon;
}
