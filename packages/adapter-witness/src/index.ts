export { httpWitness, type WitnessAddress } from './http-witness.ts';
