import { writeFileSync } from 'node:fs';
import { referenceText } from './referenceText.ts';

writeFileSync(new URL('reference.md', import.meta.url), referenceText());
