export * from './events.ts';
export * from './key-release/conditions.ts';
export * from './key-release/errors.ts';
export * from './key-release/grant.ts';
export * from './key-release/hours.ts';
export * from './key-release/policy.ts';
export * from './key-release/proofs.ts';
export * from './model/bin.ts';
export * from './model/device-login.ts';
export * from './model/factors.ts';
export * from './model/file.ts';
export * from './model/folder.ts';
export * from './model/invitation-mail.ts';
export * from './model/link-change.ts';
export * from './model/mail-budget.ts';
export * from './model/membership.ts';
export * from './model/org-unit.ts';
export * from './model/organisation.ts';
export * from './model/package.ts';
export * from './model/reach.ts';
export * from './model/receipt.ts';
export * from './model/redemption.ts';
export * from './model/restriction.ts';
export * from './model/room.ts';
export * from './model/room-invitation.ts';
export * from './model/second-factor.ts';
export * from './model/share-link.ts';
export * from './model/user.ts';
export * from './model/user-credentials.ts';
export {
  endProviderSessions,
  keepsPerson,
  linkIdentity,
  linkKeyPerson,
  unlinkIdentity,
  unlinkKeyPerson,
} from './model/user-identities.ts';
export * from './model/user-invitations.ts';
export * from './model/user-status.ts';
export * from './model/version.ts';
export * from './model/webhook.ts';
export * from './policy/abilities.ts';
export type { AbilityFacts } from './policy/ability-requests.ts';
export * from './policy/ability-table.ts';
export * from './policy/choices.ts';
export * from './policy/decision.ts';
export * from './policy/explainable.ts';
export * from './policy/many.ts';
export * from './policy/policies.ts';
export * from './policy/rules/facts.ts';
export { placeToAdd, reachIn } from './policy/rules/restrictions.ts';
export type { Rule } from './rule.ts';
export * from './values/bearer.ts';
export * from './values/caller.ts';
export { codePoints } from './values/characters.ts';
export * from './values/choice.ts';
export * from './values/crypto.ts';
export * from './values/default-clearances.ts';
export * from './values/email.ts';
export * from './values/errors.ts';
export * from './values/folding.ts';
export * from './values/ids.ts';
export * from './values/json.ts';
export * from './values/kms-key-id.ts';
export * from './values/labels.ts';
export * from './values/media-type.ts';
export * from './values/networks.ts';
export * from './values/numbers.ts';
export * from './values/package-items.ts';
export * from './values/password.ts';
export * from './values/roles.ts';
export * from './values/scopes.ts';
export * from './values/text.ts';
export * from './values/time.ts';
export { UNSEEN_OUT_OF_PLACE } from './values/unseen.ts';
export * from './values/user-code.ts';
export * from './values/value.ts';
export * from './values/webhook-url.ts';
export * from './values/words.ts';
