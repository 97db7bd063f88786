import {
  Activity,
  AppWindow,
  Archive,
  Ban,
  Building2,
  ChartColumn,
  CreditCard,
  Globe,
  Handshake,
  Inbox,
  KeyRound,
  ListChecks,
  ListTree,
  type LucideIcon,
  MailOpen,
  MailX,
  PackageOpen,
  Plug,
  Radio,
  Reply,
  ScrollText,
  Search,
  Send,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import type { Session } from '../data/session.tsx';

/** An entry of the navigation, in the sidebar and in the command menu. */
export type Place = {
  name: string;
  icon: LucideIcon;
  href: string;
  /** Keys that open the page, for example `g i`. */
  keys?: string;
  /** The required permission; `operator` stands for people who run the deployment. */
  needs: Permission | 'operator';
};

/** Whether to show the page to this person. Pages that the server would refuse are left out. */
export const maySee = ({ permissions, user, workspace }: Session, { needs }: Place): boolean =>
  needs === 'operator' ? user.is_operator : workspace !== null && permissions.includes(needs);

/** The pages of one mailbox. */
export const mailPlaces = (identityId: string): Place[] => {
  const mail = `/console/mail/${identityId}`;
  return [
    { name: 'Inbox', icon: Inbox, href: mail, keys: 'g i', needs: 'messages:read' },
    { name: 'Unread', icon: MailOpen, href: `${mail}?view=unread`, keys: 'g u', needs: 'messages:read' },
    { name: 'Needs reply', icon: Reply, href: `${mail}?view=reply`, keys: 'g r', needs: 'messages:read' },
    { name: 'Sent', icon: Send, href: `${mail}?view=sent`, keys: 'g s', needs: 'messages:read' },
    { name: 'Archive', icon: Archive, href: `${mail}?view=archive`, keys: 'g a', needs: 'messages:read' },
    {
      name: 'Quarantine',
      icon: ShieldAlert,
      href: `${mail}/quarantine`,
      keys: 'g q',
      needs: 'quarantine:review',
    },
    { name: 'Search', icon: Search, href: `${mail}/search`, keys: '/', needs: 'search:read' },
  ];
};

type Section = { title: string; places: Place[] };

/** Pages outside the mailbox. A new area of the console adds its section here. */
export const workspaceSections: Section[] = [
  {
    title: 'Workspace',
    places: [
      { name: 'Identities', icon: Users, href: '/console/identities', keys: 'g d', needs: 'identities:read' },
      {
        name: 'Approvals',
        icon: ShieldCheck,
        href: '/console/approvals',
        keys: 'g v',
        needs: 'sends:approve',
      },
      { name: 'Domains', icon: Globe, href: '/console/domains', keys: 'g o', needs: 'domains:read' },
      { name: 'Members', icon: UserRound, href: '/console/members', keys: 'g m', needs: 'members:read' },
      { name: 'Usage', icon: ChartColumn, href: '/console/usage', keys: 'g y', needs: 'usage:read' },
      { name: 'Billing', icon: CreditCard, href: '/console/billing', needs: 'usage:read' },
      {
        name: 'Suppressions',
        icon: Ban,
        href: '/console/suppressions',
        keys: 'g b',
        needs: 'suppressions:manage',
      },
      {
        name: 'Policy',
        icon: SlidersHorizontal,
        href: '/console/policy',
        keys: 'g p',
        needs: 'members:read',
      },
      { name: 'Audit log', icon: ScrollText, href: '/console/audit', keys: 'g l', needs: 'audit:read' },
    ],
  },
  {
    title: 'Developers',
    places: [
      {
        name: 'Connect',
        icon: Plug,
        href: '/console/developers/connect',
        keys: 'g c',
        needs: 'identities:read',
      },
      {
        name: 'API keys',
        icon: KeyRound,
        href: '/console/developers/keys',
        keys: 'g k',
        needs: 'keys:manage',
      },
      {
        name: 'Connected apps',
        icon: AppWindow,
        href: '/console/developers/applications',
        keys: 'g n',
        needs: 'identities:read',
      },
      {
        name: 'Webhooks',
        icon: Webhook,
        href: '/console/developers/webhooks',
        keys: 'g w',
        needs: 'webhooks:read',
      },
      {
        name: 'Requests',
        icon: ListTree,
        href: '/console/developers/requests',
        keys: 'g t',
        needs: 'audit:read',
      },
      {
        name: 'Events',
        icon: Radio,
        href: '/console/developers/events',
        keys: 'g e',
        needs: 'webhooks:read',
      },
    ],
  },
  {
    title: 'Platform',
    places: [
      { name: 'Tenants', icon: Building2, href: '/console/platform/tenants', needs: 'operator' },
      { name: 'Partners', icon: Handshake, href: '/console/platform/partners', needs: 'operator' },
      { name: 'Platform keys', icon: KeyRound, href: '/console/platform/keys', needs: 'operator' },
      { name: 'Plans and usage', icon: CreditCard, href: '/console/platform/billing', needs: 'operator' },
      { name: 'Health', icon: Activity, href: '/console/platform/health', needs: 'operator' },
      { name: 'Jobs', icon: ListChecks, href: '/console/platform/jobs', needs: 'operator' },
      { name: 'Dead letters', icon: MailX, href: '/console/platform/dead-letters', needs: 'operator' },
      { name: 'Outbox', icon: PackageOpen, href: '/console/platform/outbox', needs: 'operator' },
      { name: 'Platform audit log', icon: ScrollText, href: '/console/platform/audit', needs: 'operator' },
    ],
  },
];
