resource "google_artifact_registry_repository" "this" {
  repository_id = "strongroom"
  format        = "DOCKER"
  location      = var.region
  docker_config { immutable_tags = true }
  depends_on = [google_project_service.used]
}

resource "google_artifact_registry_repository_iam_member" "keys" {
  repository = google_artifact_registry_repository.this.name
  location   = var.region
  role       = "roles/artifactregistry.reader"
  member     = google_service_account.keys.member
}

resource "google_cloud_run_v2_service" "rooms" {
  name                = "strongroom"
  location            = var.region
  ingress             = "INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER"
  deletion_protection = true
  template {
    service_account                  = google_service_account.rooms.email
    execution_environment            = "EXECUTION_ENVIRONMENT_GEN2"
    max_instance_request_concurrency = 200
    # The export of the audit log is the one answer that takes long.
    timeout = "3600s"
    scaling {
      min_instance_count = var.instances.min
      max_instance_count = var.instances.max
    }
    vpc_access {
      egress = "PRIVATE_RANGES_ONLY"
      network_interfaces {
        network    = google_compute_network.this.name
        subnetwork = google_compute_subnetwork.this.name
      }
    }
    containers {
      image = var.image
      # As much memory as Node takes by itself; the image has flags for the embedded default.
      command = ["node", "--no-allocation-site-pretenuring", "apps/api/dist/main.js"]
      ports {
        name           = "http1"
        container_port = 8080
      }
      resources {
        limits            = { cpu = "1", memory = "512Mi" }
        cpu_idle          = false # jobs run between requests
        startup_cpu_boost = true
      }
      dynamic "env" {
        for_each = local.settings
        content {
          name  = env.key
          value = env.value
        }
      }
      dynamic "env" {
        for_each = local.secret_settings
        content {
          name = env.key
          value_source {
            secret_key_ref {
              secret  = google_secret_manager_secret.this[env.value].secret_id
              version = google_secret_manager_secret_version.this[env.value].version
            }
          }
        }
      }
      volume_mounts {
        name       = "audit-key"
        mount_path = "/secrets/audit"
      }
      dynamic "volume_mounts" {
        for_each = google_sql_database_instance.documents
        content {
          name       = "cloudsql"
          mount_path = "/cloudsql"
        }
      }
      # 503 for a process that must not write: it would replace some that do.
      startup_probe {
        period_seconds    = 2
        timeout_seconds   = 2
        failure_threshold = 60
        http_get { path = "/startupz" }
      }
      liveness_probe {
        period_seconds    = 30
        timeout_seconds   = 5
        failure_threshold = 3
        http_get { path = "/healthz" }
      }
    }
    volumes {
      name = "audit-key"
      secret {
        secret = google_secret_manager_secret.this["audit-key"].secret_id
        items {
          path    = "key"
          version = google_secret_manager_secret_version.this["audit-key"].version
        }
      }
    }
    dynamic "volumes" {
      for_each = google_sql_database_instance.documents
      content {
        name = "cloudsql"
        cloud_sql_instance { instances = [volumes.value.connection_name] }
      }
    }
  }
  depends_on = [
    google_secret_manager_secret_iam_member.rooms, google_kms_key_ring_iam_member.rooms_encrypt,
    google_storage_bucket_iam_member.rooms, google_project_iam_member.reaches_the_database, google_sql_user.rooms,
  ]
}

# The service decides by itself who may do what.
resource "google_cloud_run_v2_service_iam_member" "everybody" {
  name     = google_cloud_run_v2_service.rooms.name
  location = var.region
  role     = "roles/run.invoker"
  member   = "allUsers"
}
