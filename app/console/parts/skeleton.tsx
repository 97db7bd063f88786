import { cn } from './class-names.ts';

/** A placeholder for content that is loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('pulse block rounded-md bg-hover', className)} />
);
