import {
  Activity,
  AppWindow,
  Archive,
  Ban,
  Building2,
  ChartColumn,
  Contact,
  CreditCard,
  EyeOff,
  FileKey,
  FilePen,
  Globe,
  Handshake,
  House,
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
  Terminal,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import type { Session } from '../data/session.tsx';

/** An entry of the navigation, in the sidebar and in the command menu. */
export type NavItem = {
  name: string;
  icon: LucideIcon;
  href: string;
  /** Keys that open the page, for example `g i`. */
  keys?: string;
  /** The required permission; `operator` means people who run the deployment. */
  needs: Permission | 'operator';
};

/** Whether to show the page to this person. Pages that the server would refuse are left out. */
export const maySee = (
  { permissions, user, workspace }: Session,
  { needs }: Pick<NavItem, 'needs'>,
): boolean => (needs === 'operator' ? user.is_operator : workspace !== null && permissions.includes(needs));

/** The pages of one mailbox. */
export const mailPlaces = (identityId: string): NavItem[] => {
  const mail = `/console/mail/${identityId}`;
  return [
    { name: 'Inbox', icon: Inbox, href: mail, keys: 'g i', needs: 'messages:read' },
    { name: 'Unread', icon: MailOpen, href: `${mail}?view=unread`, keys: 'g u', needs: 'messages:read' },
    { name: 'Needs reply', icon: Reply, href: `${mail}?view=reply`, keys: 'g r', needs: 'messages:read' },
    { name: 'Sent', icon: Send, href: `${mail}?view=sent`, keys: 'g s', needs: 'messages:read' },
    { name: 'Drafts', icon: FilePen, href: `${mail}/drafts`, keys: 'g z', needs: 'drafts:write' },
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

type Section = { title: string; places: NavItem[] };

/** Pages outside the mailbox. A new area of the console adds its section here. */
export const workspaceSections: [home: Section, ...others: Section[]] = [
  {
    title: '',
    places: [{ name: 'Home', icon: House, href: '/console', keys: 'g h', needs: 'identities:read' }],
  },
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
      { name: 'Contacts', icon: Contact, href: '/console/contacts', keys: 'g f', needs: 'search:read' },
      { name: 'Domains', icon: Globe, href: '/console/domains', keys: 'g o', needs: 'domains:read' },
      { name: 'Members', icon: UserRound, href: '/console/members', keys: 'g m', needs: 'members:read' },
      { name: 'Usage', icon: ChartColumn, href: '/console/usage', keys: 'g y', needs: 'usage:read' },
      { name: 'Billing', icon: CreditCard, href: '/console/billing', keys: 'g $', needs: 'usage:read' },
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
      { name: 'Privacy', icon: EyeOff, href: '/console/privacy', keys: 'g x', needs: 'erasure:manage' },
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
      { name: 'Tenants', keys: 'g T', icon: Building2, href: '/console/platform/tenants', needs: 'operator' },
      {
        name: 'Partners',
        keys: 'g P',
        icon: Handshake,
        href: '/console/platform/partners',
        needs: 'operator',
      },
      {
        name: 'Deployment keys',
        keys: 'g K',
        icon: FileKey,
        href: '/console/platform/deployment-keys',
        needs: 'operator',
      },
      {
        name: 'Platform keys',
        keys: 'g A',
        icon: KeyRound,
        href: '/console/platform/keys',
        needs: 'operator',
      },
      {
        name: 'First calls',
        keys: 'g F',
        icon: Terminal,
        href: '/console/platform/first-calls',
        needs: 'operator',
      },
      {
        name: 'Plans and usage',
        keys: 'g B',
        icon: CreditCard,
        href: '/console/platform/billing',
        needs: 'operator',
      },
      { name: 'Health', keys: 'g H', icon: Activity, href: '/console/platform/health', needs: 'operator' },
      { name: 'Jobs', keys: 'g J', icon: ListChecks, href: '/console/platform/jobs', needs: 'operator' },
      {
        name: 'Dead letters',
        keys: 'g D',
        icon: MailX,
        href: '/console/platform/dead-letters',
        needs: 'operator',
      },
      { name: 'Outbox', keys: 'g O', icon: PackageOpen, href: '/console/platform/outbox', needs: 'operator' },
      {
        name: 'Platform audit log',
        keys: 'g L',
        icon: ScrollText,
        href: '/console/platform/audit',
        needs: 'operator',
      },
    ],
  },
];
