# docs/how-to/run-on-gcp.md#with-terraform explains it. Copy example.tfvars, and give the secrets by the environment.

variable "project" {
  type        = string
  description = "Id of the project, of this service only."
}

variable "region" {
  type        = string
  description = "Region of everything that has one."
}

variable "domain" {
  type        = string
  description = "Name that users see, such as rooms.example.com."
}

variable "keys_domain" {
  type        = string
  description = "Name of the key service, such as keys.example.com."
}

variable "image" {
  type        = string
  description = "The image by its digest."
  validation {
    condition     = can(regex("@sha256:[0-9a-f]{64}$", var.image))
    error_message = "Name the image by its digest: …@sha256:…"
  }
}

variable "owner_email" {
  type        = string
  description = "The first owner."
}

variable "mail_from" {
  type        = string
  description = "Sender of mail."
}

variable "alert_email" {
  type        = string
  description = "Gets alerts and the budget."
}

variable "documents" {
  type        = string
  default     = "postgresql"
  description = "postgresql makes Cloud SQL; mongodb takes a replica set of yours by the secret mongodb-url."
  validation {
    condition     = contains(["postgresql", "mongodb"], var.documents)
    error_message = "postgresql or mongodb."
  }
}

variable "secrets" {
  type        = map(string)
  ephemeral   = true
  description = "Values of local.secrets by their names. They are written, and not kept in the state."
}

variable "secrets_version" {
  type        = number
  default     = 1
  description = "Raise it to write `secrets` again: each then has a new version, which the next apply deploys."
}

variable "protection_level" {
  type        = string
  default     = "HSM"
  description = "Where the keys of the platform (bucket, database, secrets, disks) live: HSM or SOFTWARE. Never changed later."
  validation {
    condition     = contains(["HSM", "SOFTWARE"], var.protection_level)
    error_message = "HSM or SOFTWARE."
  }
}

variable "rotation_days" {
  type        = number
  default     = 90
  description = "Days after which a key of the platform gets its next version. Older ones still open what they closed."
}

variable "keep_deleted_objects_days" {
  type        = number
  default     = 0
  description = "Above 0 the bucket keeps versions of deleted objects for this number of days: a destroyed file is still there, and receipts say so."
}

variable "database_tier" {
  type    = string
  default = "db-custom-2-7680"
}

variable "instances" {
  type        = object({ min = number, max = number })
  default     = { min = 2, max = 10 }
  description = "Instances of the room service. Jobs run between requests, so one must always be there."
}

variable "billing_account" {
  type        = string
  default     = ""
  description = "Billing account of the project, for the budget; empty for none."
}

variable "budget" {
  type        = number
  default     = 500
  description = "Monthly budget in the currency of the billing account. An alert, no limit."
}
