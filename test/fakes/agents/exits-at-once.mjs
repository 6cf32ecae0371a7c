// Ends before its prompt has been written.
process.exit(0);
