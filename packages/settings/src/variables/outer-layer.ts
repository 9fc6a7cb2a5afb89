import { FILE_FORM, FILES_FORM, formOrNone } from '../forms/form.ts';
import { PKCS11_LIBRARY_FORM, TOKEN_LABEL_FORM } from '../forms/names.ts';
import { optionalVariable, type Requirement, variable } from '../variable.ts';

const withOuterToken = (because: string): Requirement => ({
  with: 'STRONGROOM_KEY_SERVICE_OUTER_TOKEN',
  holds: (value) => value !== undefined && value !== null,
  because: () => because,
});

/** Variables of the private keys that remove the outer layer of wrapped keys. */
export const OUTER_LAYER_VARIABLES = {
  outerKeys: variable(
    'STRONGROOM_KEY_SERVICE_OUTER_KEYS',
    formOrNone(FILES_FORM),
    'none',
    'Files with private RSA keys in PEM, between commas: they remove the outer layer that STRONGROOM_KEYS_OUTER of the room service puts on.',
  ),
  outerToken: variable(
    'STRONGROOM_KEY_SERVICE_OUTER_TOKEN',
    formOrNone(TOKEN_LABEL_FORM),
    'none',
    'Label of a token whose private RSA keys remove that layer, beside the files or instead of them.',
  ),
  outerPinFile: optionalVariable(
    'STRONGROOM_KEY_SERVICE_OUTER_PIN_FILE',
    formOrNone(FILE_FORM),
    'none',
    'File with the PIN of that token.',
    withOuterToken('STRONGROOM_KEY_SERVICE_OUTER_TOKEN needs it'),
  ),
  outerLibrary: optionalVariable(
    'STRONGROOM_KEY_SERVICE_OUTER_LIBRARY',
    PKCS11_LIBRARY_FORM,
    'STRONGROOM_PKCS11_LIBRARY',
    'PKCS#11 library of that token, where it is another one than that of the rooms.',
  ),
};
