// A module of its own, so that only rehearsals and samples load the generator.
export { generateSync } from 'json-schema-faker';
