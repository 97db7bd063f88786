import type { NoticeKind } from '#workspace/notifications/kinds.ts';

/** Every kind of notice, and when its reader gets one (src/workspace/notifications/kinds.ts). */
export const noticeLabels: Record<NoticeKind, { name: string; when: string }> = {
  approval_waiting: { name: 'Approvals', when: 'A message of an agent waits for your decision.' },
  quarantine_waiting: {
    name: 'Quarantine',
    when: 'Messages of the last day are waiting in quarantine. Sent at 09:00.',
  },
  identity_paused: {
    name: 'Paused identities',
    when: 'An identity was paused because too much of its mail bounced or was reported as spam.',
  },
  webhook_failing: { name: 'Webhooks', when: 'An endpoint has failed for an hour, or was disabled.' },
  domain_trouble: { name: 'Domains', when: 'A domain has a problem, or still waits for its DNS records.' },
  key_expiring: {
    name: 'API keys',
    when: 'A key expires, or an application that you connected loses its access, within a week.',
  },
  allowance_used: { name: 'Plan', when: '80 or 100 percent of what the plan includes is used.' },
  payment_failed: { name: 'Payments', when: 'A payment failed.' },
  postmaster_mail: {
    name: 'Mail to postmaster and abuse',
    when: 'Somebody wrote to postmaster or abuse at one of your domains.',
  },
  dead_letters: { name: 'Failed jobs', when: 'A job of this deployment has failed permanently.' },
  certificate_expiring: { name: 'Mail certificate', when: 'The TLS certificate expires within two weeks.' },
  platform_key_expiring: {
    name: 'Platform and partner keys',
    when: 'A platform or partner key expires within a week.',
  },
};

/** A kind of a later version has no name yet. */
export const noticeName = (kind: string): string =>
  Object.hasOwn(noticeLabels, kind) ? noticeLabels[kind as NoticeKind].name : 'Notice';
