/** Actions in a workspace, each with the words that the audit page shows after the actor's name (interface-spec 2.13). */
export const workspaceActions = {
  'billing.update': 'changed the billing',
  'erasure.complete': 'completed an erasure',
  'erasure.create': 'asked for an erasure',
  'export.create': 'asked for an export',
  'hold.create': 'placed a legal hold',
  'hold.release': 'released a legal hold',
  'identity.create': 'created an identity',
  'identity.delete': 'asked for the deletion of an identity',
  'identity.pause': 'paused an identity',
  'identity.resume': 'resumed an identity',
  'identity_key.create': 'created a signing key of an identity',
  'identity_key.revoke': 'revoked a signing key of an identity',
  'identity_key.rotate': 'rotated the signing key of an identity',
  'key.create': 'created an API key',
  'key.revoke': 'revoked an API key',
  'key.rotate': 'gave an API key a new secret',
  'member.change_role': 'changed the role of a member',
  'member.invite': 'invited somebody',
  'member.join': 'joined the workspace',
  'member.leave': 'left the workspace',
  'member.remove': 'removed a member',
  'member.revoke_invitation': 'took an invitation back',
  'member.transfer_ownership': 'handed the workspace over',
  'message.resolve': 'resolved an uncertain message',
  'quarantine.release': 'released a quarantined message',
  'suppression.remove': 'lifted a suppression',
  'tenant.create': 'created the workspace',
  'tenant.erase': 'asked for the erasure of the workspace',
  'tenant.resume': 'resumed the workspace',
  'tenant.suspend': 'suspended the workspace',
  'tenant.update': 'changed the workspace',
  'webhook.create': 'created a webhook endpoint',
  'webhook.delete': 'deleted a webhook endpoint',
  'webhook.rotate_secret': 'gave a webhook endpoint a new secret',
  'webhook.update': 'changed a webhook endpoint',
} as const;

/** Actions on the deployment. */
const deploymentActions = {
  'dead_letter.discard': 'discarded a dead letter',
  'dead_letter.list': 'looked at the dead letters',
  'dead_letter.redrive': 'ran a dead letter again',
  'health.read': 'looked at the health of the components',
  'job.create': 'started a maintenance job',
  'job.list': 'looked at the maintenance jobs',
  'job.read': 'looked at a maintenance job',
  'outbox.list': 'looked at the outbox',
  'outbox.read': 'read a mail of the outbox',
  'partner.create': 'created a partner',
  'partner.delete': 'deleted a partner',
  'partner.update': 'changed a partner',
  'signing_key.rotate': 'rotated a key of the deployment',
} as const;

/** Every action of the audit log. */
export const auditActions = { ...workspaceActions, ...deploymentActions };

export type AuditAction = keyof typeof auditActions;
