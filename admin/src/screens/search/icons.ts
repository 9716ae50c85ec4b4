// Icons of the search box, loaded with it.
import BoltShape from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import { iconOf, type Icon } from '../../ui/icons.tsx';

export const CommandIcon: Icon = iconOf(BoltShape);
