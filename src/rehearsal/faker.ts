// A module that only rehearsals and samples need, and that is loaded late.
export { generateSync } from 'json-schema-faker';
