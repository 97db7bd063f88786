import { SearchX } from 'lucide-react';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

/** Shown when nothing matches the filters. */
export const NoMatch = ({ clear }: { clear: () => void }) => (
  <Empty icon={SearchX} title="Nothing matches the filters">
    <Button onClick={clear}>Clear the filters</Button>
  </Empty>
);
