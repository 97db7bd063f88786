import type { ReactNode } from 'react';
import { WorkspaceShell } from '../shell/workspace-shell.tsx';

export default function WorkspaceLayout({ children }: { children: ReactNode }) {
  return <WorkspaceShell>{children}</WorkspaceShell>;
}
