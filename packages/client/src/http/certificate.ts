/** Codes of Node for a certificate from an authority that this machine does not trust. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const UNTIMELY: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** Says why the certificate of a server is refused; undefined for other failures. Browsers tell none of it to a page. */
export function sentenceOfCertificate(failure: unknown, origin = 'the server'): string | undefined {
  const code = codeOf(failure);
  if (UNTIMELY.has(code))
    return `The certificate of ${origin} is not valid at the time of your clock, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. Set your clock if it is wrong; else tell the operator.`;
  if (UNTRUSTED.has(code))
    return `The certificate of ${origin} is from an authority that this machine does not trust: perhaps a proxy of your network answers in its place. Ask your administrator for the certificate of the authority, and name its file in NODE_EXTRA_CA_CERTS.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate that was shown for ${origin} is of another server: look at the address, or whether your network asks you to sign in.`;
  return undefined;
}

/** The code of a failed connection, which `fetch` wraps. */
function codeOf(failure: unknown): string {
  if (typeof failure !== 'object' || failure === null) return '';
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  return 'cause' in failure ? codeOf(failure.cause) : '';
}
