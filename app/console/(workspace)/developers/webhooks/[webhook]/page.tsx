import type { Metadata } from 'next';
import { WebhookPage } from '../../../../developers/webhook-page.tsx';

export const metadata: Metadata = { title: 'Webhook endpoint' };

export default async function Page({ params }: { params: Promise<{ webhook: string }> }) {
  return <WebhookPage id={(await params).webhook} />;
}
