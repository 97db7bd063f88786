import type { Metadata } from 'next';
import { PlatformKeysPage } from '../../../platform/keys/platform-keys-page.tsx';

export const metadata: Metadata = { title: 'Platform keys' };

export default function Page() {
  return <PlatformKeysPage />;
}
