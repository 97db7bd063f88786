import type { Metadata } from 'next';
import { describeDeployment } from '../deployment.ts';
import { HomePage } from '../home/home-page.tsx';
import { requireSession } from '../session.ts';

export const metadata: Metadata = { title: 'Home' };

export default async function Home() {
  // People who are signed out must not learn anything about the deployment here.
  await requireSession('/console');
  const { apiUrl, mailDomain, capturesMail } = describeDeployment();
  return <HomePage deployment={{ apiUrl, mailDomain, capturesMail }} />;
}
