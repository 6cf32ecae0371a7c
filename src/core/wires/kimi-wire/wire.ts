import type { Wire } from '../wire.ts';
import { kimiWireForm } from './form.ts';
import { createKimiWireReader } from './read.ts';

/** `agents/<agent>/wire.jsonl` of Kimi Code. */
export const kimiWire: Wire = { ...kimiWireForm, createReader: createKimiWireReader };
