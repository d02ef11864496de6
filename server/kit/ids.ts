import { customAlphabet } from 'nanoid'

const generate = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20)

const generateCode = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 25)

/** 20 characters of `[a-z0-9]`, about 103 bits from the system's random generator. */
export const newId = (): string => generate()

/** A code that opens something without any other right: 25 characters of `[a-z0-9]`, 129 random bits. */
export const newCode = (): string => generateCode()
