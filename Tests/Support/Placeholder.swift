// The owner of this target replaces this file.
