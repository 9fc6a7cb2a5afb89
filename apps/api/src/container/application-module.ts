import { PinnedCalls } from '@strongroom/adapter-local';
import { secondFactors } from '@strongroom/adapter-local/second-factors';
import { beginSigning, createApplication, openHome } from '@strongroom/application';
import { isKnown, type Label, lowestLabelOf } from '@strongroom/domain';
import { ContainerModule } from 'inversify';
import type { Settings } from '../config/settings.ts';
import { eventView } from '../http/resources/audit.views.ts';
import { openGrantSigner } from './grant-signer.ts';
import { keyServiceLink } from './key-service-link.ts';
import { OwnerToken } from './owner-token.ts';
import { signInWays } from './sign-in.ts';
import { TOKENS } from './tokens.ts';

const DEFAULT_MAIL_LABEL = 'C2';

/** The highest label of rooms that mails name: as set, else C2, else the lowest. */
function mailLabelOf({ mailLabel, labelRules }: Pick<Settings, 'mailLabel' | 'labelRules'>): Label {
  const { scheme } = labelRules;
  return mailLabel ?? (isKnown(scheme, DEFAULT_MAIL_LABEL) ? DEFAULT_MAIL_LABEL : lowestLabelOf(scheme));
}

/** The organisation of the store, and everything the service can do with it. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.ownerToken)
    .toResolvedValue(
      (settings, secrets) => new OwnerToken({ folder: settings.dataDir, given: settings.ownerToken, secrets }),
      [TOKENS.settings, TOKENS.secrets],
    )
    .inSingletonScope();
  bind(TOKENS.home)
    .toResolvedValue(
      async (settings, publicAddress, documents, clock, ids, secrets, auditKeys, ownerToken, log) => {
        const ports = { documents, clock, ids, secrets, auditKeys, log };
        const configuration = { labelRules: settings.labelRules, publicUrl: () => publicAddress.url };
        const home = await openHome(ports, configuration, {
          ownerEmail: settings.ownerEmail,
          ownerToken: () => ownerToken.obtain(),
        });
        await beginSigning(ports, configuration, home);
        return home;
      },
      [
        TOKENS.settings,
        TOKENS.publicAddress,
        TOKENS.documents,
        TOKENS.clock,
        TOKENS.ids,
        TOKENS.secrets,
        TOKENS.auditKeys,
        TOKENS.ownerToken,
        TOKENS.log,
      ],
    )
    .inSingletonScope();
  bind(TOKENS.grants)
    .toResolvedValue((settings, log) => openGrantSigner(settings, log), [TOKENS.settings, TOKENS.log])
    .inSingletonScope();
  bind(TOKENS.application)
    .toResolvedValue(
      (settings, publicAddress, home, ...parts) => {
        const [
          documents,
          blobs,
          keys,
          mailer,
          limiter,
          passwords,
          clock,
          ids,
          secrets,
          log,
          grants,
          auditKeys,
          witnesses,
          keepers,
          outside,
          erasedPeople,
        ] = parts;
        return createApplication(
          {
            documents,
            blobs,
            keys,
            mailer,
            limiter,
            passwords,
            factors: secondFactors,
            clock,
            ids,
            secrets,
            log,
            auditKeys,
            witnesses,
            calls: new PinnedCalls({ networks: settings.webhookNetworks ?? [], proxy: settings.webhookProxy }),
            ...keepers,
            ...(erasedPeople === undefined ? {} : { erasedPeople }),
            ...(grants === undefined ? {} : { grants }),
          },
          {
            ...keyServiceLink(settings, publicAddress, clock, outside),
            signIn: signInWays(settings),
            secondFactor: settings.secondFactor,
            isMailSent: settings.mail !== 'folder',
            labelRules: settings.labelRules,
            roomInvitations: settings.roomInvitations,
            externalOwners: settings.externalOwners,
            organisation: settings.organisation,
            isReadOnly: settings.readOnly === 'on',
            mailLabel: mailLabelOf(settings),
            news: settings.news,
            uploadUrlTtl: settings.uploadUrlTtl,
            downloadUrlTtl: settings.downloadUrlTtl,
            auditKeepDays: settings.auditKeepDays,
            auditKeepIpDays: settings.auditKeepIpDays,
            invitedKeepDays: settings.invitedKeepDays,
            mailLimits: {
              perRecipientPerDay: settings.mailsPerRecipient,
              newPeoplePerHour: settings.newPeoplePerHour,
              newPeoplePerDay: settings.newPeoplePerDay,
            },
            roomsPerMinute: settings.roomsPerMinute,
            uploadsPerMinute: settings.uploadsPerMinute,
            pendingLimits: {
              filesPerUser: settings.pendingFiles,
              bytesPerUser: settings.pendingBytes,
              filesPerRoom: settings.pendingFilesPerRoom,
            },
            publicUrl: () => publicAddress.url,
            eventBody: eventView,
          },
          home,
        );
      },
      [
        TOKENS.settings,
        TOKENS.publicAddress,
        TOKENS.home,
        TOKENS.documents,
        TOKENS.blobs,
        TOKENS.keys,
        TOKENS.mailer,
        TOKENS.limiter,
        TOKENS.passwords,
        TOKENS.clock,
        TOKENS.ids,
        TOKENS.secrets,
        TOKENS.log,
        TOKENS.grants,
        TOKENS.auditKeys,
        TOKENS.witnesses,
        TOKENS.keepers,
        TOKENS.outside,
        TOKENS.erasedPeople,
      ],
    )
    .inSingletonScope();
});
