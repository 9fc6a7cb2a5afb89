/**
 * The two parts of class-validator in use. Its index also loads `validator` and the tables of `libphonenumber-js`: 300
 * files, a tenth of a second of the start and 15 MB.
 */
declare module 'class-validator/cjs/register-decorator.js' {
  export { registerDecorator } from 'class-validator';
}
declare module 'class-validator/cjs/validation/Validator.js' {
  export { Validator } from 'class-validator';
}
