import type { PackageFile, RedeemedPackage } from '@strongroom/application';
import { currentVersion, DomainError, formatInstant, optional, TOP_FOLDER } from '@strongroom/domain';
import { errorBody } from '@strongroom/http-kernel';
import { type ViewOf, view } from '../describe/view.ts';
import { refusalOf } from '../errors/errors.ts';
import { contentFields, contentView, downloadFields } from './files.views.ts';
import { FOLDER_IN_PACKAGE, packageMeta, packageMetaFields } from './shares.views.ts';
import { count, id, orNull, record, text, timestamp } from './view-fields.ts';

const { wrapped_dek, kms_key_id, wrapped_dek_aad, key_grant, key_grant_missing } = downloadFields;
const keyFields = { wrapped_dek, kms_key_id, wrapped_dek_aad, key_grant, key_grant_missing };

/** A file of a package, with its address and the first time with its key. */
export const PackageFileView = view('PackageFile', {
  index: count('Its place in the package.'),
  file_id: id('The file.'),
  name: text('File name.'),
  folder: text(FOLDER_IN_PACKAGE),
  size: count('Size in bytes.'),
  content_type: text('Media type of the plaintext.'),
  status: count('200 with `data`; 410 with `error` after 100 answers about it.'),
  data: optional(
    record('Its address. The key only comes with the first answer about it.', {
      ...contentFields,
      version: count('Number of the version that this download gets.'),
      wrapped_dek: optional(keyFields.wrapped_dek),
      kms_key_id: optional(keyFields.kms_key_id),
      wrapped_dek_aad: optional(keyFields.wrapped_dek_aad),
      key_grant: optional(keyFields.key_grant),
      key_grant_missing: optional(keyFields.key_grant_missing),
      key: optional(orNull(text('The data key as the maker of the package encrypted it; null without one.'))),
    }),
  ),
  error: optional(
    record('Reason for the missing address.', {
      code: text('Its code.'),
      message: text('Its sentence.'),
      status: count('Its status.'),
    }),
  ),
});

export function packageFileView(one: PackageFile): ViewOf<typeof PackageFileView> {
  const { index, file, item } = one;
  const { id: file_id, name } = file;
  const folder = item.folder ?? TOP_FOLDER;
  const about = { index, file_id, name, folder, size: file.size, content_type: file.contentType };
  if (one.address === undefined) {
    const refusal = refusalOf(new DomainError('REDEMPTION_ENDED'));
    const { code, message } = errorBody(refusal).error;
    return { ...about, status: refusal.status, error: { code, message, status: refusal.status } };
  }
  const { address, key } = one;
  const content = {
    download_url: address.url,
    iv: file.iv,
    tag: file.tag,
    expires_at: formatInstant(address.expiresAt),
    version: currentVersion(file),
  };
  if (key === undefined) return { ...about, status: 200, data: content };
  const { sealed = null, ...granted } = key;
  return { ...about, status: 200, data: { ...content, ...contentView({ ...address, file, ...granted }), key: sealed } };
}

/** The page of the files of a counted download, and the secret that gets the other ones. */
export const RedeemedPackageMetaView = view('RedeemedPackageMeta', {
  ...packageMetaFields,
  redemption: text('The secret that gets further pages and addresses of this download.'),
  redemption_expires_at: timestamp('Until when it does.'),
});

export const redeemedPackageMeta = (redeemed: RedeemedPackage): ViewOf<typeof RedeemedPackageMetaView> => ({
  ...packageMeta(redeemed),
  redemption: redeemed.redemption,
  redemption_expires_at: formatInstant(redeemed.redemptionExpiresAt),
});
