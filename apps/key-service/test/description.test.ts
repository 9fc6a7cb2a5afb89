import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { KEY_ERRORS, PROOF_MODES, type ProofMode } from '@strongroom/domain';
import { DESCRIBED_CALLS } from '../src/http/describe/calls.ts';
import { keyServiceDocument } from '../src/http/describe/document.ts';
import { compactOf } from '../src/tokens/compact.ts';
import { verifyDeviceProof } from '../src/tokens/device-proof.ts';
import { refuseUnfit, verifyGrant } from '../src/tokens/grant.ts';
import { Setting } from './setting.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape is under test
type Loose = any;
const document: Loose = JSON.parse(JSON.stringify(keyServiceDocument('1.2.3')));

test('the document of the key service is a valid OpenAPI 3.1 document, and lists every code', async () => {
  const { valid, errors } = (await new Validator().validate(document)) as Loose;
  expect(valid ? [] : errors).toEqual([]);
  expect(document.components.schemas.Reason.properties.code['x-extensible-enum']).toEqual(Object.keys(KEY_ERRORS));
});

const settingIn: Readonly<Record<ProofMode, () => Promise<Setting>>> = {
  grant: () => Setting.start(),
  device: () => Setting.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' }),
  oidc: () => Setting.withProvider({ STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on' }),
};

describe('in the mode', () => {
  test.each(PROOF_MODES)(
    '%s the key service answers the calls that are described, refuses another field, and has no others',
    async (mode) => {
      const setting = await settingIn[mode]();
      try {
        for (const { method, path, modes, body } of DESCRIBED_CALLS) {
          const sent = body === undefined ? {} : { body: JSON.stringify({ other: 1 }) };
          const response = await fetch(setting.url + path.replace(':id', 'x'), {
            method,
            headers: { 'content-type': 'application/json' },
            ...sent,
          });
          const answer: Loose = await response.json();
          const isThere = !['NOT_FOUND', 'METHOD_NOT_ALLOWED'].includes(answer.error?.code);
          expect([path, method, isThere]).toEqual([path, method, modes.includes(mode)]);
          if (!isThere || answer.error === undefined) continue;
          const { responses } = document.paths[path.replace(':id', '{id}')][method.toLowerCase()];
          expect(responses[response.status].description).toContain(`\`${answer.error.code}\``);
        }
      } finally {
        await setting.end();
      }
    },
  );

  test('grant the key service answers the document itself', async () => {
    const setting = await Setting.start();
    try {
      expect(await (await fetch(`${setting.url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
    } finally {
      await setting.end();
    }
  });
});

describe('the test vectors', () => {
  const vectors: Loose = JSON.parse(readFileSync('docs/reference/key-service-vectors.json', 'utf8'));
  const { grant, room_service: room, key_service: service, device_proof: device } = vectors;

  test('have a grant that the key service accepts', () => {
    const key = createPublicKey({ key: room.public_key, format: 'jwk' });
    const { claims } = verifyGrant(compactOf(grant.token), {
      keyOf: (kid) => (kid === room.thumbprint ? key : undefined),
    });
    expect(claims).toEqual(grant.claims);
    const rules = { issuer: room.url, audience: service.url, keyOf: () => key };
    expect(() => refuseUnfit(claims, rules, claims.iat)).not.toThrow();
  });

  test('the key service accepts the proof of the device for this grant, and for no other text', () => {
    const { d: _, ...jwk } = device.private_key;
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const rules = { audience: service.url, covers: device.gh['POST /v1/unwrap'], now: device.claims.iat };
    expect(verifyDeviceProof(device.token, key, rules)).toEqual({ device: device.header.kid, jti: device.claims.jti });
    expect(() => verifyDeviceProof(device.token, key, { ...rules, covers: device.gh['GET /v1/devices'] })).toThrow(
      /gh of the proof is not the SHA-256/u,
    );
  });
});
