import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PlatformFrame } from '../../platform/platform-frame.tsx';
import { requireSession } from '../../session.ts';

/** Pages about the whole deployment, for operators only. For everybody else they do not exist. */
export default async function PlatformLayout({ children }: { children: ReactNode }) {
  const { user } = await requireSession('/console/platform');
  if (!user.is_operator) notFound();
  return <PlatformFrame>{children}</PlatformFrame>;
}
