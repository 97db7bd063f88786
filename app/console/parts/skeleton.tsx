import { cn } from './class-names.ts';

/** The place of something that is on its way. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('pulse block rounded-md bg-hover', className)} />
);
