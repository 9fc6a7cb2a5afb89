import { createCipheriv, createECDH, createPrivateKey, createPublicKey, hash, hkdfSync, sign } from 'node:crypto';
import { DEVICE_HEADER, GRANT_HEADER, type GrantClaims } from '@strongroom/domain';

/** Fixed keys: every reader of the page has them, so they open nothing. */
const seeded = (text: string): Buffer => hash('sha256', `strongroom test vectors: ${text}`, 'buffer');
const URLS = { room: 'http://127.0.0.1:8080', keys: 'http://127.0.0.1:8081' } as const;
const ID = (nth: number): string => `01a20000-0000-7000-8000-00000000000${nth}`;
const BEGIN = 1_800_000_000;

type Point = Readonly<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>;

/** ECDSA draws a number for each signature, so this one was made once, with the key of the device. */
const SIGNATURE_OF_DEVICE = 'j-Vd4lQDS3Oy_jk-irTZvez5p3kfHiDgnslPn4OYvRrP3Q90hUBr9fozIkeZMOIWARqVhMS2hobIpSJW29FW9Q';

/** Every step of the key service's protocol, with the values between, for authors of clients. */
export function keyVectors(): string {
  const [room, service] = [signer('room service'), signer('key service')];
  const [client, ephemeral, device] = [agreement('client'), agreement('ephemeral'), agreement('device')];
  const dataKey = seeded('data key');
  const wrappedDek = Buffer.concat([seeded('wrapped key'), seeded('its end')]).toString('base64');
  const claims: GrantClaims = {
    iss: URLS.room,
    aud: URLS.keys,
    iat: BEGIN,
    exp: BEGIN + 120,
    jti: seeded('jti').subarray(0, 16).toString('base64url'),
    sub: `user:${ID(1)}`,
    op: 'open',
    org: ID(2),
    room: ID(3),
    room_label: 'C2',
    file: ID(4),
    label: 'C2',
    kms_key_id: 'local:example',
    wdk: hash('sha256', Buffer.from(wrappedDek, 'base64'), 'base64url'),
    cnf: { jkt: client.thumbprint },
    evt: ID(5),
  };
  const grant = token({ ...GRANT_HEADER, kid: room.thumbprint }, claims, room.sign);
  const shared = client.agree(ephemeral.raw);
  const seal = (info: string): Buffer => Buffer.from(hkdfSync('sha256', shared, '', info, 32));

  const info = ['strongroom/v1/unwrap', URLS.keys, claims.file, claims.op, hash('sha256', grant, 'base64url')]
    .concat(client.thumbprint, ephemeral.thumbprint)
    .join('\n');
  const wrapping = createCipheriv('id-aes256-wrap', seal(info), Buffer.alloc(8, 0xa6));
  const wrappedKey = Buffer.concat([wrapping.update(dataKey), wrapping.final()]).toString('base64url');
  const signed = ['strongroom/v1/answer', info, wrappedKey].join('\n');

  const personInfo = ['strongroom/v1/person', URLS.keys, client.thumbprint, ephemeral.thumbprint].join('\n');
  const iv = seeded('iv').subarray(0, 12);
  const text = '{"person":"the proof","next":"the secret for the next call"}';
  const cipher = createCipheriv('aes-256-gcm', seal(personInfo), iv);
  const sealed = Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  const signedText = ['strongroom/v1/answer', personInfo, sealed].join('\n');

  const contents = 'Put by a stranger.';
  const fileIv = seeded('iv of a file').subarray(0, 12);
  const encrypting = createCipheriv('aes-256-gcm', dataKey, fileIv);
  const ciphertext = Buffer.concat([encrypting.update(contents), encrypting.final()]);

  const covered = {
    'POST /v1/unwrap': grant,
    'GET /v1/devices': ['GET', '/v1/devices', hash('sha256', '', 'base64url')].join('\n'),
  };
  const digests = Object.entries(covered).map(([call, value]) => [call, hash('sha256', value, 'base64url')] as const);
  const proof = {
    header: { ...DEVICE_HEADER, kid: ID(6) },
    claims: {
      iss: ID(6),
      aud: URLS.keys,
      iat: BEGIN,
      exp: BEGIN + 60,
      jti: claims.jti,
      gh: hash('sha256', grant, 'base64url'),
    },
  };
  const signedProof = [proof.header, proof.claims].map(encoded).join('.');

  return `${JSON.stringify(
    {
      comment: 'Printed by `npm run print`. Times are seconds since 1970. Texts are UTF-8. See key-service.md.',
      room_service: { url: URLS.room, public_key: room.jwk, thumbprint: room.thumbprint },
      key_service: { url: URLS.keys, public_key: service.jwk, thumbprint: service.thumbprint },
      client: { private_key: { ...client.jwk, d: client.d }, thumbprint: client.thumbprint },
      grant: { wrapped_dek: wrappedDek, header: { ...GRANT_HEADER, kid: room.thumbprint }, claims, token: grant },
      unwrap: {
        file: claims.file,
        op: claims.op,
        answer: { epk: ephemeral.jwk, wrapped_key: wrappedKey, sig: service.sign(signed), jti: claims.jti },
        sha256_of_grant: hash('sha256', grant, 'base64url'),
        thumbprint_of_epk: ephemeral.thumbprint,
        info,
        shared_secret: shared.toString('base64url'),
        kek: seal(info).toString('base64url'),
        signed,
        data_key: dataKey.toString('base64url'),
      },
      file: {
        data_key: dataKey.toString('base64url'),
        iv: fileIv.toString('base64'),
        tag: encrypting.getAuthTag().toString('base64'),
        object: ciphertext.toString('base64'),
        text: contents,
      },
      sealed_text: {
        answer: { epk: ephemeral.jwk, sealed, sig: service.sign(signedText) },
        info: personInfo,
        key: seal(personInfo).toString('base64url'),
        signed: signedText,
        text,
      },
      device_proof: {
        private_key: { ...device.jwk, d: device.d },
        ...proof,
        covered,
        gh: Object.fromEntries(digests),
        signed: signedProof,
        token: `${signedProof}.${SIGNATURE_OF_DEVICE}`,
      },
    },
    undefined,
    1,
  )}\n`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const token = (header: object, claims: object, signing: (text: string) => string): string => {
  const signed = [header, claims].map(encoded).join('.');
  return `${signed}.${signing(signed)}`;
};

/** PKCS #8 of an Ed25519 key, before its 32 bytes. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

function signer(name: string) {
  const key = createPrivateKey({ key: Buffer.concat([ED25519, seeded(name)]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
  const thumbprint = hash('sha256', JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x }), 'base64url');
  return { jwk, thumbprint, sign: (text: string) => sign(undefined, Buffer.from(text), key).toString('base64url') };
}

function agreement(name: string) {
  const key = createECDH('prime256v1');
  key.setPrivateKey(seeded(name));
  const raw = key.getPublicKey();
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'));
  const jwk: Point = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const thumbprint = hash('sha256', JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x, y }), 'base64url');
  return {
    jwk,
    raw,
    thumbprint,
    d: seeded(name).toString('base64url'),
    agree: (other: Buffer) => key.computeSecret(other),
  };
}
